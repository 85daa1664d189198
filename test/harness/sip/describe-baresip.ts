import { existsSync } from 'node:fs'
import type { BaresipOptions } from './baresip-phone.ts'

const moduleFolders = ['/usr/lib/baresip/modules', '/usr/local/lib/baresip/modules']

/** The files in the folder of a baresip: sound from nowhere to nowhere, and calls are taken by command. */
export function describeBaresip(options: BaresipOptions, phonePort: number, controlPort: number) {
  const { sipPort, number, domain, secret, transport = 'udp', plays, records, mwi, encrypts } = options
  const modules = ['g711', 'aubridge', 'account', 'contact', 'menu', 'ctrl_tcp']
  if (plays) modules.push('aufile')
  if (mwi) modules.push('mwi')
  if (records) modules.push('sndfile')
  if (encrypts) modules.push('srtp')
  return {
    config: `
poll_method poll
sip_listen 127.0.0.1:${phonePort}
net_interface 127.0.0.1
audio_player aubridge,${number}
audio_source ${plays ? `aufile,${plays}` : `aubridge,${number}`}
audio_alert aubridge,alert${number}
${records ? `snd_path ${records}` : ''}
ctrl_tcp_listen 127.0.0.1:${controlPort}
module_path ${moduleFolders.find(existsSync) ?? moduleFolders[0]}
${modules.map((name) => `${['account', 'contact', 'menu', 'ctrl_tcp', 'mwi'].includes(name) ? 'module_app' : 'module'} ${name}.so`).join('\n')}
`,
    accounts: `<sip:${number}@${domain};transport=${transport}>;auth_user=${number};auth_pass=${secret};outbound="sip:127.0.0.1:${sipPort};transport=${transport}";regint=60;answermode=manual${mwi ? ';mwi=yes' : ''}${encrypts ? ';mediaenc=srtp-mand' : ''}\n`,
    contacts: '',
  }
}
