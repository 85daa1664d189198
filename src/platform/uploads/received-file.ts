/** A file on the local disk, for the duration of its upload. */
export interface ReceivedFile {
  /** the form field; '' when the body was the file */
  readonly field: string
  /** the client's name for it, without any path; '' without one */
  readonly name: string
  readonly path: string
  readonly size: number
}
