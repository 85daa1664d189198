import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findAsterisk } from '../../install-asterisk.js'
import { freePort } from '../free-port.ts'
import { startProcessGroup } from '../process-group.ts'
import { freeSipPort } from '../sip/free-sip-port.ts'
import { waitUntil } from '../sip/wait-until.ts'

const MAX_LIFETIME_SECONDS = 600
const ADDRESS = '127.0.0.1'
const PASSWORD = 'the-password-of-the-machine'

/** Numbers at which it does not just receive. */
export const machineNumbers = {
  busy: '+12025550917',
  unknown: '+12025550901',
  /** hangs up after some seconds */
  brittle: '+12025550902',
}

/** The account of its registrar. */
export const machineAccount = { username: 'acme', password: 'the-password-of-acme' }

export interface Transmission {
  /** the number that was called */
  to: string
  caller: string
  status: string
  pages: number
  mode: string
  /** how the sender calls itself */
  station: string
  tiff: Buffer
}

/** A fax machine behind a SIP trunk: another Asterisk with a configuration of its own. */
export interface FaxMachine {
  readonly port: number
  /** Whether pages are arriving right now. */
  isReceiving(): boolean
  /** What has arrived, and is over. */
  received(): Transmission[]
  /** Calls a number with a fax. */
  send(to: string, caller: string, tiff: Buffer): Promise<void>
  /** How its own faxes went: `SUCCESS 2 T38`. */
  sent(): string[]
  log(): string
  stop(): Promise<void>
}

/**
 * `switchboardPort`: where the Asterisk of the product listens. `registrar`: it asks for the password of an account, as
 * providers do with whom one registers.
 */
export async function startFaxMachine(
  switchboardPort: number,
  { t38, registrar = false }: { t38: boolean; registrar?: boolean },
): Promise<FaxMachine> {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-fax-machine-'))
  const { command, directories } = findAsterisk()!
  const own = ['astvarlibdir', 'astdbdir', 'astkeydir', 'astspooldir', 'astrundir', 'astlogdir', 'astagidir']
  const paths = Object.fromEntries(own.map((name) => [name, join(folder, name)]))
  const [inbox, outbox] = [join(folder, 'inbox'), join(folder, 'outbox')]
  const etc = join(folder, 'etc')
  for (const path of [...Object.values(paths), inbox, outbox, etc]) mkdirSync(path)
  const [port, httpPort, rtpPort] = [await freeSipPort(), await freePort(), await freeSipPort()]
  const all = { astetcdir: etc, ...paths, ...directories }
  const files = {
    'asterisk.conf': `[directories]\n${Object.entries(all)
      .map(([name, path]) => `${name} => ${path}\n`)
      .join('')}`,
    'logger.conf': '[logfiles]\nconsole => notice,warning,error\n',
    'modules.conf': [
      '[modules]',
      'autoload = yes',
      ...unwanted.map((name) => `noload = ${name}.so`),
      '',
    ].join('\n'),
    'http.conf': `[general]\nenabled = yes\nbindaddr = ${ADDRESS}\nbindport = ${httpPort}\n`,
    'ari.conf': `[general]\nenabled = yes\n[tests]\ntype = user\npassword = ${PASSWORD}\n`,
    'rtp.conf': `[general]\nrtpstart = ${rtpPort}\nrtpend = ${rtpPort + 100}\n`,
    'udptl.conf': `[general]\nudptlstart = ${rtpPort + 101}\nudptlend = ${rtpPort + 200}\n`,
    'pjsip.conf': pjsip(port, switchboardPort, t38, registrar),
    'extensions.conf': dialplan(inbox, outbox),
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(etc, name), text)
  const group = startProcessGroup(MAX_LIFETIME_SECONDS, [...command, '-f', '-C', join(etc, 'asterisk.conf')])
  let output = ''
  for (const stream of [group.child.stdout, group.child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const machine: FaxMachine = {
    port,
    isReceiving() {
      const names = readdirSync(inbox)
      return names.some((name) => name.endsWith('.tiff') && !names.includes(name.replace(/tiff$/, 'txt')))
    },
    received: () =>
      readdirSync(inbox)
        .filter((name) => name.endsWith('.txt'))
        .sort()
        .flatMap((name) => readTransmission(inbox, name)),
    async send(to, caller, tiff) {
      const path = join(folder, `${Date.now()}.tiff`)
      writeFileSync(path, tiff)
      const query = new URLSearchParams({
        endpoint: `PJSIP/${to}@switchboard`,
        context: 'sending',
        extension: 's',
        callerId: `Machine <${caller}>`,
        api_key: `tests:${PASSWORD}`,
      })
      const response = await fetch(`http://${ADDRESS}:${httpPort}/ari/channels?${query}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ variables: { PAGES: path, FAX_CALLER: caller } }),
      })
      if (!response.ok) throw new Error(`The machine cannot call: ${await response.text()}`)
    },
    sent: () =>
      readdirSync(outbox)
        .sort()
        .map((name) => readFileSync(join(outbox, name), 'utf8').trim()),
    log: () => output,
    async stop() {
      await group.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  try {
    await waitUntil('the fax machine is ready', () => output.includes('Asterisk Ready.'))
    return machine
  } catch (error) {
    await machine.stop()
    throw new Error(`The fax machine did not start:\n${output}`, { cause: error })
  }
}

function readTransmission(inbox: string, name: string): Transmission[] {
  const text = readFileSync(join(inbox, name), 'utf8')
  // It is being written.
  if (!text.includes('|')) return []
  const [to, caller, status, pages, mode, station] = text.trim().split('|')
  const path = join(inbox, name.replace(/txt$/, 'tiff'))
  let tiff = Buffer.alloc(0)
  try {
    tiff = readFileSync(path)
  } catch {
    // Nothing came.
  }
  return [
    {
      to: to!,
      caller: caller!,
      status: status!,
      pages: Number(pages),
      mode: mode!,
      station: station ?? '',
      tiff,
    },
  ]
}

const pjsip = (port: number, switchboardPort: number, t38: boolean, registrar: boolean) => `[udp]
type = transport
protocol = udp
bind = ${ADDRESS}:${port}

[switchboard]
type = endpoint
context = receiving
disallow = all
allow = alaw,ulaw
aors = switchboard${registrar ? `,${machineAccount.username}` : ''}
${registrar ? 'auth = account\n' : ''}direct_media = no
t38_udptl = ${t38 ? 'yes' : 'no'}
t38_udptl_ec = redundancy

[switchboard]
type = aor
contact = sip:${ADDRESS}:${switchboardPort}

[switchboard]
type = identify
endpoint = switchboard
match = ${ADDRESS}
${registrar ? account : ''}`

const account = `
[account]
type = auth
auth_type = userpass
username = ${machineAccount.username}
password = ${machineAccount.password}

[${machineAccount.username}]
type = aor
max_contacts = 1
`

const dialplan = (inbox: string, outbox: string) => `[receiving]
exten => ${machineNumbers.busy},1,Hangup(17)
exten => ${machineNumbers.unknown},1,Hangup(1)
exten => ${machineNumbers.brittle},1,Set(TIMEOUT(absolute)=9)
 same => n,Goto(answer,1)
exten => _+X.,1,Goto(answer,1)
exten => answer,1,Set(NUMBER=\${CALLERID(dnid)})
 same => n,Set(CHANNEL(hangup_handler_push)=received,s,1)
 same => n,Answer()
 same => n,Set(FAXOPT(localstationid)=MACHINE)
 same => n,ReceiveFAX(${inbox}/\${UNIQUEID}.tiff,f)
 same => n,Hangup()

[received]
exten => s,1,Set(FILE(${inbox}/\${UNIQUEID}.txt)=\${NUMBER}|\${CALLERID(num)}|\${FAXSTATUS}|\${FAXPAGES}|\${FAXMODE}|\${REMOTESTATIONID})
 same => n,Return()

[sending]
exten => s,1,Set(CHANNEL(hangup_handler_push)=sent,s,1)
 same => n,Set(FAXOPT(localstationid)=\${FAX_CALLER})
 same => n,SendFAX(\${PAGES},zf)
 same => n,Hangup()

[sent]
exten => s,1,Set(FILE(${outbox}/\${UNIQUEID})=\${FAXSTATUS} \${FAXPAGES} \${FAXMODE})
 same => n,Return()
`

/** They take time, or other ports. */
const unwanted = [
  'app_queue',
  'app_voicemail',
  'cdr_pgsql',
  'cel_pgsql',
  'chan_iax2',
  'chan_mgcp',
  'chan_skinny',
  'chan_unistim',
  'pbx_ael',
  'pbx_dundi',
  'pbx_lua',
  'res_config_pgsql',
  'res_prometheus',
  'res_snmp',
  'res_stun_monitor',
]
