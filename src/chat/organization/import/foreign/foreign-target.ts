export interface ForeignFile {
  /** identifies it in the export: the same key is the same file */
  key: string
  path: string
  name: string
  ownerId: number
  createdAt: number
}

/** Where a reader of messages puts the rest. */
export interface ForeignTarget {
  /** for temporary files */
  scratchFolder: string
  /** Returns the address of the file, for a link. */
  addFile(file: ForeignFile): Promise<string>
  /** Counts something that cannot be imported, by its reason. `example`: where the first one is. */
  leaveOut(reason: string, example: string): void
}
