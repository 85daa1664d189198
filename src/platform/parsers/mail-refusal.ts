/** A refusal in SMTP's terms. `responseCode`: 4xx means try again, 5xx do not. */
export class MailRefusal extends Error {
  readonly responseCode: number

  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}
