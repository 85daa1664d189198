/** A file on the disk of this machine, as long as its upload lasts. */
export interface ReceivedFile {
  /** of the form; '' when the body was the file */
  readonly field: string
  /** as the client named it, without any path; '' when it did not */
  readonly name: string
  readonly path: string
  readonly size: number
}
