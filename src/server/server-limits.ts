import { type UploadDoorLimits, uploadDoorLimits } from '../platform/uploads/upload-door-limits.ts'

/** What anybody may ask of a connection before they are known. Tests choose smaller ones. */
export interface ServerLimits {
  readonly bodyBytes: number
  readonly headerBytes: number
  readonly headerFields: number
  readonly addressCharacters: number
  readonly headersMs: number
  readonly requestMs: number
  readonly uploadMs: number
  readonly unreadMs: number
  readonly idleMs: number
  readonly lookEveryMs: number
  readonly connections: number
  readonly tcpKeepAliveMs: number
  readonly socketsPerKey: number
  readonly strangers: number
  readonly strangersPerNetwork: number
  readonly uploads: UploadDoorLimits
}

export const serverLimits: ServerLimits = {
  /** A form with a few thousand people to subscribe fits; a file does not, and has its own endpoint. */
  bodyBytes: 1_048_576,
  /** Of all header fields and the address together. Node's own default, but a promise should not depend on that. */
  headerBytes: 16_384,
  /** Browsers send about 20, and proxies add some. */
  headerFields: 100,
  /** As much as the usual proxies let through. What is longer belongs into a body. */
  addressCharacters: 8192,
  /** For all of the headers: also how long a connection may stay open without a word. */
  headersMs: 20_000,
  /** For the headers and the body: a client that sends byte by byte must not hold a connection for ever. */
  requestMs: 60_000,
  /** The same for a body that brings a file: 50 MB fit over half a megabit a second. */
  uploadMs: 900_000,
  /** For a response of which the client takes nothing. */
  unreadMs: 60_000,
  /** Between two requests of a connection; longer than the 60 seconds after which the usual proxies hang up. */
  idleMs: 72_000,
  /** How often requests are looked at for that. */
  lookEveryMs: 5000,
  /** Each takes some kilobytes and a file handle; what comes beyond is not accepted, instead of starving the rest. */
  connections: 50_000,
  /** After so much silence the kernel asks whether the other side is still there. */
  tcpKeepAliveMs: 60_000,
  /** WebSockets of one API key, on all nodes: one company must not take them all. */
  socketsPerKey: 5000,
  /** WebSockets that have not said who they are. Of more than that, those who have been silent for longest go. */
  strangers: 5000,
  /** The same of one address, on all nodes. A whole company may be behind it, and come back at the same moment. */
  strangersPerNetwork: 500,
  uploads: uploadDoorLimits,
}
