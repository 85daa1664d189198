import { runSipp } from './run-sipp.ts'

export interface SippRegistration {
  sipPort: number
  number: number
  domain: string
  secret: string
  /** 0 ends the registration */
  expires?: number
  /** where the phone says that it is */
  contactPort?: number
  /** the user to register, if not the caller */
  registers?: string
  /** the name for the digest, if not the number */
  user?: string
}

/** Registers with SIPp, an independent phone, and says how the server answered in the end. */
export async function sippRegister(
  options: SippRegistration,
): Promise<{ outcome: 'accepted' | 'refused'; status: number }> {
  const { passed, status } = await runSipp(options.sipPort, describeRegistration(options))
  return { outcome: passed ? 'accepted' : 'refused', status }
}

/** Registers many phones with one SIPp. Returns whether all of them were accepted. */
export async function sippRegisterAll(
  sipPort: number,
  domain: string,
  phones: readonly { number: number; secret: string }[],
  place: Pick<SippRegistration, 'contactPort' | 'expires'> = {},
): Promise<boolean> {
  const rows = phones.map(({ number, secret }) => [
    String(number),
    `[authentication username=${number} password=${secret}]`,
  ])
  // SIPp takes the second response to a retransmitted request for a wrong one: a busy machine has its time.
  const fields = { number: '[field0]', credentials: '[field1]', retransmitMs: 10_000 }
  const scenario = describeRegistration({ ...fields, ...place, domain })
  return (await runSipp(sipPort, scenario, rows)).passed
}

interface Registration extends Partial<Omit<SippRegistration, 'number'>> {
  number: number | string
  domain: string
  credentials?: string
  retransmitMs?: number
}

function describeRegistration(options: Registration): string {
  const { number, domain, secret, expires = 60, registers, user, contactPort, retransmitMs = 500 } = options
  const request = (sequence: number, authentication: string) => `<send retrans="${retransmitMs}"><![CDATA[
REGISTER sip:${domain} SIP/2.0
Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
From: <sip:${number}@${domain}>;tag=[call_number]
To: <sip:${registers ?? `${number}@${domain}`}>
Call-ID: [call_id]
CSeq: ${sequence} REGISTER
Contact: <sip:${number}@[local_ip]:${contactPort ?? '[local_port]'}>;expires=${expires}
User-Agent: SIPp
${authentication}Max-Forwards: 70
Content-Length: 0

]]></send>`
  const { credentials = `[authentication username=${user ?? number} password=${secret}]` } = options
  return `<?xml version="1.0" encoding="UTF-8" ?>
<scenario name="register">
${request(1, '')}
<recv response="401" auth="true"></recv>
${request(2, `${credentials}\n`)}
<recv response="200"></recv>
</scenario>
`
}
