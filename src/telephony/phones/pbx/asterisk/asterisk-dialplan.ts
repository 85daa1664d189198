import { autoAnswerHeaders } from './phone-headers.ts'

/** The name of our application in Asterisk: every call enters it. */
export const STASIS_APP = 'switchboard'
/** The context of all phones. */
export const CONTEXT = 'switchboard'
/** The context of calls from providers. */
export const TRUNK_CONTEXT = 'switchboard-trunk'
/** Places emergency calls while Switchboard is down. */
const EMERGENCY_CONTEXT = 'switchboard-emergency'
/** A channel in this context does nothing: functions can be evaluated on it. */
export const PROBE_CONTEXT = 'switchboard-probe'
/** A channel in this context tells Asterisk how many messages a mailbox has. */
export const WAITING_CONTEXT = 'switchboard-waiting'
/** A channel in this context fetches a sound into the folder of recordings. */
export const FETCH_CONTEXT = 'switchboard-fetch'
/** The phones of a domain are watched (busy lamps) in a context of this name and the domain. */
export const HINTS = 'hints-'
/** It has these contexts, and is a view of the database. */
export const HINTS_FILE = 'switchboard-hints.conf'

/** Where calls from other Asterisks come in. */
export const PEER_CONTEXT = 'switchboard-peers'

/** Where the dialplan writes the calls that it places without Switchboard. */
export const CALLS_ALONE = 'calls_alone'
const ALONE_CONTEXT = 'switchboard-alone'
const writeCall = (kind: string, status: string, talked: string) =>
  `Set(REALTIME_STORE(${CALLS_ALONE},call_id,kind,caller,dialled,callee,status,epoch,talked)=\${UNIQUEID},${kind},\${me},\${number},\${callee},${status},\${EPOCH},${talked})`

const addHeaders = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers)
    .map(([name, value]) => `Set(PJSIP_HEADER(add,${name})=${value.replaceAll(';', '\\;')})`)
    .join('\n same => n,')

/**
 * Every call goes to Switchboard. While it is down, phones of an instance can still call each other. Numbers are
 * filtered, since a SIP user name may contain anything. Another Asterisk calls the phones of an address, and learns how they
 * responded; who may call whom was decided before.
 */
export const asteriskDialplan = `[general]
static = yes
writeprotect = yes

[${CONTEXT}]
exten => _[0-9*#+]!,1,Set(number=\${FILTER(0-9*#+,\${EXTEN})})
 same => n,GotoIf($["\${number}" != "\${EXTEN}"]?unknown)
 same => n,Stasis(${STASIS_APP},incoming)
 same => n,GotoIf($["\${STASISSTATUS}" = "FAILED"]?alone)
 same => n,Hangup()
 same => n(alone),Set(me=\${CHANNEL(endpoint)})
 same => n,Set(domain=\${CUT(me,@,2)})
 same => n,Set(trunks=\${REALTIME_FIELD(emergency_routes,id,\${number}@\${domain},trunks)})
 same => n,Set(callee=\${IF($["\${trunks}" = ""]?\${number}@\${domain}:\${CUT(trunks,&,1)})})
 same => n,${writeCall('began', 'FAILED', '0')}
 same => n,Set(CHANNEL(hangup_handler_push)=${ALONE_CONTEXT},ended,1)
 same => n,GotoIf($["\${trunks}" != ""]?${EMERGENCY_CONTEXT},\${number},1)
 same => n,GotoIf($["\${PJSIP_ENDPOINT(\${callee},context)}" != "${CONTEXT}"]?unknown)
 same => n,Set(contacts=\${PJSIP_DIAL_CONTACTS(\${callee})})
 same => n,GotoIf($["\${contacts}" = ""]?absent)
 same => n,Dial(\${contacts},30)
 same => n,Hangup()
 same => n(absent),Set(DIALSTATUS=CHANUNAVAIL)
 same => n,Hangup(20)
 same => n(unknown),Set(DIALSTATUS=UNKNOWN)
 same => n,Hangup(1)

[${ALONE_CONTEXT}]
exten => ended,1,${writeCall('ended', `\${DIALSTATUS}`, `0\${ANSWEREDTIME}`)}
 same => n,Return()

; Another Asterisk calls one endpoint: that of a phone (1001), or of a browser (1001~x).
[${PEER_CONTEXT}]
exten => _[1-9]!,1,Set(domain=\${CHANNEL(pjsip,request_uri)})
 same => n,Set(domain=\${CUT(domain,@,2)})
 same => n,Set(domain=\${CUT(domain,:,1)})
 same => n,Set(domain=\${CUT(domain,\\;,1)})
 same => n,Set(callee=\${FILTER(0-9a-z~,\${EXTEN})}@\${FILTER(a-zA-Z0-9.\\x2D,\${domain})})
 same => n,Set(contacts=\${PJSIP_DIAL_CONTACTS(\${callee})})
 same => n,GotoIf($["\${contacts}" = ""]?absent)
 same => n,ExecIf($[\${LEN(\${PJSIP_HEADER(read,Call-Info)})} > 0]?Set(options=b(${PEER_CONTEXT}^answer^1)))
 same => n,Dial(\${contacts},300,\${options})
 same => n,ExecIf($["\${DIALSTATUS}" = "BUSY"]?Hangup(17))
 same => n,Hangup(\${HANGUPCAUSE})
 same => n(absent),Hangup(20)
; The phone is asked to answer automatically, as we were.
exten => answer,1,${addHeaders(autoAnswerHeaders)}
 same => n,Return()

; The trunks are tried one after the other.
[${EMERGENCY_CONTEXT}]
exten => _X!,1,Set(CALLERID(num)=\${REALTIME_FIELD(emergency_routes,id,\${EXTEN}@\${domain},callerid)})
 same => n,Set(turn=0)
 same => n(next),Set(turn=$[\${turn} + 1])
 same => n,Set(trunk=\${CUT(trunks,&,\${turn})})
 same => n,GotoIf($["\${trunk}" = ""]?nobody)
 same => n,Set(callee=\${trunk})
 same => n,Dial(PJSIP/\${EXTEN}@\${trunk},120,b(${EMERGENCY_CONTEXT}^priority^1))
 same => n,GotoIf($["\${DIALSTATUS}" != "ANSWER"]?next)
 same => n,Hangup()
 same => n(nobody),Hangup(34)
exten => priority,1,Set(PJSIP_HEADER(add,Priority)=emergency)
 same => n,Set(PJSIP_HEADER(add,Resource-Priority)=esnet.0)
 same => n,Return()

; A provider calls the number in the request, or names it in To if the request has the address that we registered.
[${TRUNK_CONTEXT}]
exten => _[0-9A-Za-z+*#]!,1,Set(number=\${FILTER(0-9+,\${EXTEN})})
 same => n,GotoIf($["\${EXTEN}" != "\${CHANNEL(endpoint)}"]?known)
 same => n,Set(to=\${CHANNEL(pjsip,local_uri)})
 same => n,Set(to=\${CUT(to,@,1)})
 same => n,Set(number=\${FILTER(0-9+,\${CUT(to,:,2)})})
 same => n(known),Stasis(${STASIS_APP},trunk,\${number})
 same => n,GotoIf($["\${STASISSTATUS}" = "FAILED"]?alone)
 same => n,Hangup()
 same => n(alone),Hangup(34)

[${PROBE_CONTEXT}]
exten => wait,1,Wait(5)

[${FETCH_CONTEXT}]
exten => fetch,1,Set(CURLOPT(conntimeout)=10)
 same => n,Set(CURLOPT(httptimeout)=20)
 same => n,Set(CURL(\${SOUND_URL})=\${ASTSPOOLDIR}/recording/\${FILTER(0-9a-z\\x2D,\${SOUND_NAME})}.wav)
 same => n,Hangup()

[${WAITING_CONTEXT}]
exten => _X!,1,MinivmMWI(\${CUT(EXTEN,-,3)}@\${CUT(EXTEN,-,4-)},0,\${CUT(EXTEN,-,1)},\${CUT(EXTEN,-,2)})
 same => n,Hangup()
`
