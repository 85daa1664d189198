import { join } from 'node:path'

/** Exists in the data folder until a backup is completely restored. */
export const restoreMarker = (dataDir: string) => join(dataDir, 'restore-under-way')
