/** A ship from above, bow up: what tells its kind at a glance. */
export interface Hull {
  outline: string;
  /** Where gun houses stand along the keel, and which way they look. */
  turrets: { y: number; aft: boolean }[];
  /** Funnels along the keel. */
  funnels: number[];
  bridge: boolean;
  deck: boolean;
}

interface Lines {
  length: number;
  beam: number;
  fore: number;
  aft: number;
  funnels: number;
  deck?: boolean;
}

const LINES: Record<string, Lines> = {
  BB: { length: 42, beam: 10.4, fore: 2, aft: 2, funnels: 1 },
  BC: { length: 44, beam: 8.8, fore: 2, aft: 1, funnels: 2 },
  CA: { length: 39, beam: 7, fore: 2, aft: 1, funnels: 2 },
  CL: { length: 36, beam: 5.8, fore: 1, aft: 1, funnels: 2 },
  DD: { length: 31, beam: 4.2, fore: 1, aft: 1, funnels: 1 },
  DE: { length: 27, beam: 4, fore: 1, aft: 0, funnels: 1 },
  CV: { length: 44, beam: 10.5, fore: 0, aft: 0, funnels: 0, deck: true },
  CVL: { length: 40, beam: 9, fore: 0, aft: 0, funnels: 0, deck: true },
  CVE: { length: 35, beam: 9, fore: 0, aft: 0, funnels: 0, deck: true },
  AMC: { length: 38, beam: 8, fore: 0, aft: 0, funnels: 2 },
};

const known = new Map<string, Hull>();

/** The hull of a kind of ship; a cruiser's for a kind that is not known. */
export function hullOf(kind: string): Hull {
  let hull = known.get(kind);
  if (!hull) {
    hull = build(LINES[kind] ?? (LINES['CL'] as Lines));
    known.set(kind, hull);
  }
  return hull;
}

function build({ length, beam, fore, aft, funnels, deck = false }: Lines): Hull {
  const [half, wide] = [length / 2, beam / 2];
  const f = (value: number) => value.toFixed(1);
  const outline = deck
    ? `M${f(-wide * 0.55)},${f(-half)}H${f(wide * 0.55)}L${f(wide)},${f(-half * 0.6)}V${f(half * 0.72)}L${f(wide * 0.6)},${f(half)}H${f(-wide * 0.6)}L${f(-wide)},${f(half * 0.72)}V${f(-half * 0.6)}Z`
    : `M0,${f(-half)}C${f(wide * 0.55)},${f(-half * 0.72)} ${f(wide)},${f(-half * 0.4)} ${f(wide)},2C${f(wide)},${f(half * 0.55)} ${f(wide * 0.75)},${f(half * 0.85)} ${f(wide * 0.35)},${f(half)}H${f(-wide * 0.35)}C${f(-wide * 0.75)},${f(half * 0.85)} ${f(-wide)},${f(half * 0.55)} ${f(-wide)},2C${f(-wide)},${f(-half * 0.4)} ${f(-wide * 0.55)},${f(-half * 0.72)} 0,${f(-half)}Z`;
  const turrets = [
    ...Array.from({ length: fore }, (_, index) => ({ y: -half * 0.56 + index * 4.9, aft: false })),
    ...Array.from({ length: aft }, (_, index) => ({ y: half * 0.6 - index * 4.9, aft: true })),
  ];
  const middle = Array.from({ length: funnels }, (_, index) => 1.6 + index * 4.4);
  return { outline, turrets, funnels: middle, bridge: !deck, deck };
}
