import { runSipp } from './run-sipp.ts'

export interface SippCall {
  sipPort: number
  number: number
  domain: string
  secret: string
  /** `1002@a.test` */
  to: string
  /** the name for the digest, if not the number */
  user?: string
  /** as if the request belonged to a call that there is */
  toTag?: string
  route?: string
}

/** Tries to call with SIPp, and returns the status of the refusal; a call that is let through is not expected. */
export async function sippInvite(options: SippCall): Promise<number> {
  const { status } = await runSipp(options.sipPort, describeCall(options))
  return status
}

/** Sends a text (SIP MESSAGE) as a phone that knows its secret, and returns the status of the response. */
export async function sippMessage(options: SippCall): Promise<number> {
  const { number, domain, secret, to, sipPort } = options
  const request = (sequence: number, more: string) => `<send><![CDATA[
MESSAGE sip:${to} SIP/2.0
Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
From: <sip:${number}@${domain}>;tag=[call_number]
To: <sip:${to}>
Call-ID: [call_id]
CSeq: ${sequence} MESSAGE
${more}Max-Forwards: 70
Content-Type: text/plain
Content-Length: [len]

Lunch?
]]></send>`
  const { status } = await runSipp(
    sipPort,
    `<?xml version="1.0" encoding="UTF-8" ?>
<scenario name="message">
${request(1, '')}
<recv response="401" auth="true"></recv>
${request(2, `[authentication username=${number} password=${secret}]\n`)}
<recv response="200"></recv>
</scenario>
`,
  )
  return status
}

function describeCall({ number, domain, secret, to, user, toTag, route }: SippCall): string {
  const request = (method: string, sequence: number, more: string) => `<send><![CDATA[
${method} sip:${to} SIP/2.0
Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
From: <sip:${number}@${domain}>;tag=[call_number]
To: <sip:${to}>${toTag ? `;tag=${toTag}` : ''}
Call-ID: [call_id]
CSeq: ${sequence} ${method}
Contact: <sip:${number}@[local_ip]:[local_port]>
${route ? `Route: ${route}\n` : ''}${more}Max-Forwards: 70
Content-Length: 0

]]></send>`
  const credentials = `[authentication username=${user ?? number} password=${secret}]\n`
  return `<?xml version="1.0" encoding="UTF-8" ?>
<scenario name="call">
${request('INVITE', 1, '')}
<recv response="401" auth="true"></recv>
${request('ACK', 1, '')}
${request('INVITE', 2, credentials)}
<recv response="100" optional="true"></recv>
<recv response="401" optional="true" next="refused-again"></recv>
<recv response="200"></recv>
<label id="refused-again"/>
</scenario>
`
}
