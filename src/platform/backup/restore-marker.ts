import { join } from 'node:path'

/** Stands in the folder of the data as long as not all of a backup is in it. */
export const restoreMarker = (dataDir: string) => join(dataDir, 'restore-under-way')
