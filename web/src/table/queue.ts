/** Hands out what arrives one after another, so that each step is seen; `skip` hands out the rest at once. */
export class Queue<T> {
  private readonly waiting: T[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly show: (item: T) => void,
    private readonly pauseAfter: (item: T, left: number) => number,
  ) {}

  add(item: T): void {
    this.waiting.push(item);
    if (this.timer === undefined) this.next();
  }

  /** Shows all that waits. */
  skip(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    while (this.waiting.length > 0) this.show(this.waiting.shift() as T);
  }

  /** Forgets all that waits. */
  clear(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.waiting.length = 0;
  }

  get busy(): boolean {
    return this.timer !== undefined || this.waiting.length > 0;
  }

  private next(): void {
    const item = this.waiting.shift();
    if (item === undefined) {
      this.timer = undefined;
      return;
    }
    this.show(item);
    this.timer = setTimeout(() => this.next(), this.pauseAfter(item, this.waiting.length));
  }
}
