/** A ship of 1898 from the side, bow right, on a waterline at 0: what tells its kind at a glance. */
const HULL = 'M-17,-3L16,-3.500L17.500,-3.500L14.500,1.500H-15.500Z';
const LOW = 'M-17,-1.800L16,-2L17.500,-2L14.500,1.500H-15.500Z';
const box = (x: number, foot: number, width: number, height: number): string => `M${x},${-foot}v${-height}h${width}v${height}Z`;
const masts = (height: number, ...at: number[]): string => at.map(x => box(x, 3, 0.9, height)).join('');

const PROFILES: Record<string, string> = {
  // Turrets fore and aft, a high deckhouse, two funnels.
  BB: HULL + box(-12, 3, 5, 2.5) + box(7, 3, 5, 2.5) + 'M-11,-5h-5v.9h5ZM11,-5h5v.9h-5Z' + box(-4.5, 3, 9, 4.5) + box(-3, 7.5, 2.6, 5) + box(1.5, 7.5, 2.6, 5) + masts(12, -6.3, 6),
  // Hardly above the water, two great turrets, one funnel.
  MO: LOW + box(-12.5, 1.8, 6, 3.2) + box(6.5, 1.8, 6, 3.2) + 'M-11,-4.200h-6v.9h6ZM11,-4.200h6v.9h-6Z' + box(-3, 1.8, 6, 3) + box(-1.3, 4.8, 2.8, 6) + box(3.6, 1.8, 0.9, 10),
  // Small turrets, a long deck, three funnels.
  CA: HULL + box(-13, 3, 4, 2.2) + box(9, 3, 4, 2.2) + box(-6.5, 3, 13, 2.8) + box(-5, 5.5, 2.3, 7) + box(-1, 5.5, 2.3, 7) + box(3, 5.5, 2.3, 7) + masts(12, -8, 7.8),
  CP: HULL + box(-5.5, 3, 11, 2.5) + box(-3.5, 5, 2.2, 6.5) + box(1.5, 5, 2.2, 6.5) + masts(12, -8.5, 7.8),
  CU: HULL + box(-4, 3, 8, 2) + box(-1.2, 5, 2.4, 6.5) + masts(12, -9, 6.8) + 'M-12,-11h7v.7h-7Z',
  // Small, with a rig.
  GB: 'M-13,-2.500L12,-3L13.500,-3L11,1.500H-11.500Z' + box(-3, 2.8, 6, 2) + box(-1, 4.8, 2, 5) + box(-7.5, 2.8, 0.8, 9) + box(5.6, 2.8, 0.8, 9),
};

/** The profile of a kind of ship; a protected cruiser's for a kind that is not known. */
export function profileOf(kind: string): string {
  return PROFILES[kind] ?? (PROFILES['CP'] as string);
}
