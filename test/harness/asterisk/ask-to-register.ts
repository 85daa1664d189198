import { askAsStranger } from './ask-as-stranger.ts'

function askToRegister(
  sipPort: number,
  { number, domain }: { number: number; domain: string },
  authorization?: string,
): Promise<string> {
  const address = `${number}@${domain}`
  return askAsStranger(sipPort, {
    method: 'REGISTER',
    about: domain,
    from: address,
    to: address,
    authorization,
  })
}

/** A response without the number, and without what is new each time. */
const shapeOf = (response: string, number: number) =>
  response
    .replaceAll(String(number), 'NUMBER')
    .replaceAll(
      /((?:nonce|opaque)="|(?:tag|branch|rport|received)=|Call-ID: |127\.0\.0\.1:)[^";>\r\n]*/g,
      '$1',
    )

/** How a number is challenged, and how a wrong secret is refused. */
export async function shapesOfRefusal(sipPort: number, number: number, domain: string): Promise<string[]> {
  const challenge = await askToRegister(sipPort, { number, domain })
  const [, nonce] = /nonce="([^"]*)"/.exec(challenge)!
  const [, realm] = /realm="([^"]*)"/.exec(challenge)!
  const guess = `Digest username="${number}", realm="${realm}", nonce="${nonce}", uri="sip:${domain}", response="${'0'.repeat(32)}", algorithm=MD5`
  const refusal = await askToRegister(sipPort, { number, domain }, guess)
  return [shapeOf(challenge, number), shapeOf(refusal, number)]
}
