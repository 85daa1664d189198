import type { Readable } from 'node:stream'
import type { LinkHeaders } from '../objects/object-store.ts'

/** The owner and the name of some bytes. A name is used only once: its bytes never change. */
export interface ContentPlace {
  readonly kind: string
  readonly tenant: string
  readonly name: string
}

/** The bytes are missing: deleted meanwhile, or lost. */
export class ContentGone extends Error {}

export interface FillOptions {
  /** called repeatedly while the bytes are being stored; throw to stop */
  onChunk?(): Promise<void>
}

/** The stored bytes of a product: files in the data folder, rows, or objects that every server can read. */
export interface Contents {
  /** Resolves when the bytes would survive a power cut. Readers never see a part of them. */
  write(place: ContentPlace, bytes: Buffer): Promise<void>
  /** The same for more than fits into memory: `work` writes a file at a temporary path. */
  fill(place: ContentPlace, work: (path: string) => Promise<void>, filling?: FillOptions): Promise<void>
  /** Throws ContentGone. */
  read(place: ContentPlace): Promise<Buffer>
  /** undefined when the bytes are gone */
  size(place: ContentPlace): Promise<number | undefined>
  /** undefined when the bytes are gone. `part`: first and last byte, both inclusive. */
  stream(
    place: ContentPlace,
    part?: { start: number; end: number },
  ): Promise<{ size: number; stream: Readable } | undefined>
  /** A local file for other programs to read, to be used at once. Throws ContentGone. */
  pathOf(place: ContentPlace): Promise<string>
  /**
   * An address at which anybody can get the bytes for two minutes, with these headers. undefined: this server has to send
   * them.
   */
  linkTo(place: ContentPlace, headers: LinkHeaders): Promise<string | undefined>
  /** Yields every content of a kind, of all tenants, in no particular order. */
  walk(kind: string): AsyncIterable<ContentPlace>
  /** Yields the names, sorted. */
  list(kind: string, tenant: string): AsyncIterable<string>
  /** Never throws: the periodic cleanup of leftovers removes what could not be removed now. */
  remove(place: ContentPlace): Promise<void>
  /** Removes contents without a row, except young ones whose row may not be committed yet. */
  removeLeftovers(
    kind: string,
    youngerThan: number,
    isKnown: (tenant: string, name: string) => Promise<boolean>,
  ): Promise<void>
  /** Deletes local copies that have not been used for long. */
  tidy(): Promise<void>
}
