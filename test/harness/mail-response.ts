import { createTransport, type SendMailOptions } from 'nodemailer'

/** The response of a local mail server to a mail, even if it is a rejection. */
export async function mailResponse(options: object, mail: SendMailOptions): Promise<string> {
  const transport = createTransport({ host: '127.0.0.1', ...options } as never)
  try {
    return ((await transport.sendMail(mail)) as { response: string }).response
  } catch (error) {
    return (error as { response?: string }).response ?? String(error)
  } finally {
    transport.close()
  }
}
