import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from '../test/debian-packages.js'
import { freeSipPort } from '../test/harness/sip/free-sip-port.ts'
import { sippRegisterAll } from '../test/harness/sip/sipp-register.ts'
import { makeFolder } from './servers.ts'

export interface SippPhone {
  number: number
  secret: string
}

export interface CallLoad {
  sipPort: number
  domain: string
  /** Each calls one of the others, in turn. */
  callers: readonly SippPhone[]
  callees: readonly SippPhone[]
  callsPerSecond: number
  seconds: number
  /** how long people talk */
  talkMs: number
}

export interface CallResults {
  tried: number
  succeeded: number
  /** from the call until it rings, of each */
  ringingMs: number[]
}

/** SIPp takes the second response to a retransmitted request for a wrong one: a busy machine has its time. */
const RETRANSMIT_MS = 10_000
const EXTRA_SECONDS = 60
const REGISTRATION_SECONDS = 3600
/** Nobody picks up in the instant in which it rings; the caller would hear no ringing. */
const RINGING_MS = 1000

/** Phones that register, and answer each call after a second. They are gone when this process ends. */
export async function startCallees({ sipPort, domain, callees }: CallLoad): Promise<() => void> {
  const port = await freeSipPort()
  const folder = makeFolder()
  const scenario = join(folder, 'callee.xml')
  writeFileSync(scenario, calleeScenario)
  const answering = spawn(
    findProgram('sipp')!,
    [
      '-sf',
      scenario,
      '-i',
      '127.0.0.1',
      '-p',
      String(port),
      '-nostdin',
      '-timeout',
      String(REGISTRATION_SECONDS),
    ],
    { cwd: folder, stdio: 'ignore' },
  )
  const kill = () => answering.kill('SIGKILL')
  process.once('exit', kill)
  const place = { contactPort: port, expires: REGISTRATION_SECONDS }
  if (!(await sippRegisterAll(sipPort, domain, callees, place)))
    throw new Error('The phones could not register.')
  return kill
}

/** Calls at a steady rate. A call that was refused or lost counts as tried. */
export async function callAll(load: CallLoad): Promise<CallResults> {
  const { callers, callees, domain, callsPerSecond, seconds, talkMs } = load
  const tried = callsPerSecond * seconds
  const rows = Array.from({ length: tried }, (_, index) => {
    const caller = callers[index % callers.length]!
    // Not always the same pairs.
    const callee = callees[(index + Math.floor(index / callers.length)) % callees.length]!
    return [String(caller.number), credentialsOf(caller.number, caller.secret), String(callee.number)]
  })
  const folder = await runSipp({
    sipPort: load.sipPort,
    scenario: describeCaller(domain, talkMs),
    rows,
    args: [
      ...['-r', String(callsPerSecond), '-m', String(tried), '-l', '2000', '-recv_timeout', '30000'],
      ...['-timeout', String(seconds + EXTRA_SECONDS), '-trace_rtt', '-rtt_freq', '1'],
      ...['-trace_stat', '-fd', '1'],
    ],
  })
  const read = (ending: string) => {
    const name = readdirSync(folder).find((one) => one.endsWith(ending))
    return name === undefined ? [] : readFileSync(join(folder, name), 'utf8').trim().split('\n')
  }
  const [head = '', ...lines] = read('_.csv')
  const column = head.split(';').indexOf('SuccessfulCall(C)')
  const succeeded = Number(lines.at(-1)?.split(';')[column] ?? 0)
  const ringingMs = read('_rtt.csv')
    .slice(1)
    .map((line) => Number(line.split(';')[1]))
  return { tried, succeeded, ringingMs }
}

interface SippRun {
  sipPort: number
  scenario: string
  rows: readonly (readonly string[])[]
  args: readonly string[]
}

/** Returns the folder with what SIPp has written. */
async function runSipp({ sipPort, scenario, rows, args }: SippRun): Promise<string> {
  const folder = makeFolder()
  const [file, table] = [join(folder, 'scenario.xml'), join(folder, 'rows.csv')]
  writeFileSync(file, scenario)
  writeFileSync(table, ['SEQUENTIAL', ...rows.map((row) => row.join(';')), ''].join('\n'))
  const own = ['-sf', file, '-inf', table, '-i', '127.0.0.1', '-p', String(await freeSipPort()), '-nostdin']
  const child = spawn(findProgram('sipp')!, [`127.0.0.1:${sipPort}`, ...own, ...args], {
    cwd: folder,
    stdio: 'ignore',
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  await new Promise((done) => child.once('exit', done))
  process.removeListener('exit', kill)
  return folder
}

const credentialsOf = (number: number, secret: string) =>
  `[authentication username=${number} password=${secret}]`

const sound = `v=0
o=- 1 1 IN IP4 127.0.0.1
s=-
c=IN IP4 127.0.0.1
t=0 0
m=audio [media_port] RTP/AVP 0 101
a=rtpmap:0 PCMU/8000
a=rtpmap:101 telephone-event/8000
`

const describeCaller = (domain: string, talkMs: number) => {
  const request = (
    method: string,
    sequence: number,
    more = '',
    body = '',
  ) => `${method} sip:[field2]@${domain} SIP/2.0
Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
From: <sip:[field0]@${domain}>;tag=[call_number]
To: <sip:[field2]@${domain}>[peer_tag_param]
Call-ID: [call_id]
CSeq: ${sequence} ${method}
Contact: <sip:[field0]@[local_ip]:[local_port]>
${more}Max-Forwards: 70
${body ? `Content-Type: application/sdp\nContent-Length: [len]\n\n${body}` : 'Content-Length: 0\n\n'}`
  const send = (text: string, attributes = '') => `<send ${attributes}><![CDATA[\n${text}]]></send>`
  const challenged = request('INVITE', 1, '', sound).replace('[peer_tag_param]', '')
  const authorized = request('INVITE', 2, '[field1]\n', sound).replace('[peer_tag_param]', '')
  return `<?xml version="1.0" encoding="UTF-8" ?>
<scenario name="caller">
${send(challenged, `retrans="${RETRANSMIT_MS}" start_rtd="1"`)}
<recv response="100" optional="true"></recv>
<recv response="401" auth="true"></recv>
${send(request('ACK', 1))}
${send(authorized, `retrans="${RETRANSMIT_MS}"`)}
<recv response="100" optional="true"></recv>
<recv response="183" optional="true"></recv>
<recv response="180" rtd="1"></recv>
<recv response="180" optional="true"></recv>
<recv response="183" optional="true"></recv>
<recv response="200"></recv>
${send(request('ACK', 2))}
<pause milliseconds="${talkMs}"/>
${send(request('BYE', 3), `retrans="${RETRANSMIT_MS}"`)}
<recv response="200"></recv>
</scenario>
`
}

const respond = (
  status: string,
  more = 'Content-Length: 0\n\n',
  tag = ';tag=[call_number]',
) => `<send><![CDATA[
SIP/2.0 ${status}
[last_Via:]
[last_From:]
[last_To:]${tag}
[last_Call-ID:]
[last_CSeq:]
Contact: <sip:[local_ip]:[local_port]>
${more}]]></send>`

/** Asterisk asks with OPTIONS whether a phone is still there. */
const calleeScenario = `<?xml version="1.0" encoding="UTF-8" ?>
<scenario name="callee">
<recv request="OPTIONS" optional="true" next="1"></recv>
<recv request="INVITE"></recv>
${respond('180 Ringing')}
<pause milliseconds="${RINGING_MS}"/>
${respond('200 OK', `Content-Type: application/sdp\nContent-Length: [len]\n\n${sound}`)}
<recv request="ACK"></recv>
<recv request="BYE"></recv>
<label id="1"/>
${respond('200 OK', 'Content-Length: 0\n\n', '')}
</scenario>
`
