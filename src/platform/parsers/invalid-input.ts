/** One thing that is wrong with an input: where, and what. */
export interface Fault {
  pointer: string
  detail: string
}

/** Thrown by parsers. A detail is a predicate: "The file <detail>". */
export class InvalidInput extends Error {
  readonly faults: readonly Fault[]

  constructor(detail: string, faults: readonly Fault[] = [{ pointer: '', detail }]) {
    super(detail)
    this.faults = faults
  }
}
