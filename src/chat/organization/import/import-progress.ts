export interface ImportProgress {
  /** one line for the operator */
  report(line: string): void
  /** Throws when a server may have started meanwhile. */
  checkExclusive(): void
}
