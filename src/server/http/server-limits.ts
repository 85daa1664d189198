import { type UploadSlotLimits, uploadSlotLimits } from '../../platform/uploads/upload-slot-limits.ts'

/** Limits for clients that are not authenticated yet. Tests use smaller ones. */
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
  /** the same per address (IPv6: per /64), except for trusted proxies; only tests have one beside the setting */
  readonly connectionsPerNetwork?: number
  readonly tcpKeepAliveMs: number
  readonly socketsPerKey: number
  readonly strangers: number
  readonly strangersPerNetwork: number
  readonly uploads: UploadSlotLimits
}

export const serverLimits: ServerLimits = {
  /** Enough for a form with a few thousand people to subscribe. Files have their own endpoint. */
  bodyBytes: 1_048_576,
  /** For all header fields and the URL together. This is Node's default, but our limit should not depend on it. */
  headerBytes: 16_384,
  /** Browsers send about 20, and proxies add some. */
  headerFields: 100,
  /** As much as common proxies allow. Longer input belongs into a body. */
  addressCharacters: 8192,
  /** For all headers. Also how long a connection may stay open without sending anything. */
  headersMs: 20_000,
  /** For the headers and the body: a client that sends byte by byte must not hold a connection forever. */
  requestMs: 60_000,
  /** The same for a body with a file: 50 MB at half a megabit per second. */
  uploadMs: 900_000,
  /** For a response that the client does not read. */
  unreadMs: 60_000,
  /** Between two requests on a connection; longer than the 60 seconds after which common proxies disconnect. */
  idleMs: 72_000,
  /** How often to check requests against these limits. */
  lookEveryMs: 5000,
  /**
   * Each takes a few kilobytes and a file handle. More connections are not accepted, so that the existing ones keep
   * working.
   */
  connections: 50_000,
  /** After this idle time the kernel probes whether the other side is still there. */
  tcpKeepAliveMs: 60_000,
  /** WebSockets per API key, on all nodes: one company must not take them all. */
  socketsPerKey: 5000,
  /** Unauthenticated WebSockets. Beyond this number, the longest silent ones are closed. */
  strangers: 5000,
  /** The same per address, on all nodes. A whole company may be behind it and reconnect at the same moment. */
  strangersPerNetwork: 500,
  uploads: uploadSlotLimits,
}
