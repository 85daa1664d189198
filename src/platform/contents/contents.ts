import type { Readable } from 'node:stream'

/** Whose bytes they are and what they are called. A name is given once: what lies under it never changes. */
export interface ContentPlace {
  readonly kind: string
  readonly tenant: string
  readonly name: string
}

/** Bytes that were to be there are not: deleted meanwhile, or lost. */
export class ContentGone extends Error {}

export interface Filling {
  /** called again and again while the bytes are stored; may stop it by failing */
  goOn?(): Promise<void>
}

/** The bytes of a product: files in the folder of the data, or rows that every server reaches. */
export interface Contents {
  /** Resolves when the bytes would survive a power cut; nobody ever sees half of them. */
  write(place: ContentPlace, bytes: Buffer): Promise<void>
  /** The same for more than fits into memory: `work` writes a file, at a path that is only lent to it. */
  fill(place: ContentPlace, work: (path: string) => Promise<void>, filling?: Filling): Promise<void>
  /** Fails with ContentGone. */
  read(place: ContentPlace): Promise<Buffer>
  /** undefined when the bytes are gone */
  size(place: ContentPlace): Promise<number | undefined>
  /** undefined when the bytes are gone. `part`: from which byte to which, both inclusive. */
  stream(
    place: ContentPlace,
    part?: { start: number; end: number },
  ): Promise<{ size: number; stream: Readable } | undefined>
  /** A file of this machine for programs to read, to be used at once. Fails with ContentGone. */
  pathOf(place: ContentPlace): Promise<string>
  /** Names, in their order. */
  list(kind: string, tenant: string): AsyncIterable<string>
  /** Never fails: what cannot be removed now is found by the regular search for leftovers. */
  remove(place: ContentPlace): Promise<void>
  /** Removes what nobody knows, unless it is so young that its row may still be on the way. */
  removeLeftovers(
    kind: string,
    youngerThan: number,
    isKnown: (tenant: string, name: string) => Promise<boolean>,
  ): Promise<void>
  /** Lets go of copies on this machine that nobody has used for long. */
  tidy(): Promise<void>
}
