/** A bucket of S3 or of a compatible store, and how to reach it. */
export interface ObjectStoreSettings {
  /** where this server reaches the store, without a slash at the end */
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  /** begins the key of each object; empty or with a slash at the end */
  readonly prefix: string
  readonly accessKey: string
  readonly secretKey: string
  /** where browsers reach the store; undefined: downloads go through this server */
  readonly publicEndpoint: string | undefined
  /** whether objects may be deleted; not by a server that tries a backup beside the real one */
  readonly mayDelete: boolean
}
