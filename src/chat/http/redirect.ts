/** An answer that sends the client to another address. */
export class Redirect {
  readonly location: string

  constructor(location: string) {
    this.location = location
  }
}
