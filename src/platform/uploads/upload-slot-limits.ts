/** How many uploads may be in flight, and how many bytes they may take on disk. */
export interface LevelLimits {
  readonly uploads: number
  readonly bytes: number
}

/** `key`: a user of the chat, an API key of the telephony; `tenant`: an organization or a company. */
export interface UploadSlotLimits {
  readonly key: LevelLimits
  readonly tenant: LevelLimits
  readonly server: LevelLimits
  /** the longest pause between two chunks of a body */
  readonly pauseMs: number
}

const GIBIBYTE = 2 ** 30

/** One upload takes a file handle and about 200 KB of memory, whatever its size. The largest file has 1 GiB. */
export const uploadSlotLimits: UploadSlotLimits = {
  key: { uploads: 20, bytes: 2 * GIBIBYTE },
  tenant: { uploads: 200, bytes: 4 * GIBIBYTE },
  server: { uploads: 1000, bytes: 16 * GIBIBYTE },
  pauseMs: 20_000,
}
