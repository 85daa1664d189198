/** The name of our application in Asterisk: every call enters it. */
export const STASIS_APP = 'switchboard'
/** The context of all phones. */
export const CONTEXT = 'switchboard'
/** Asterisk challenges everybody with one realm. A realm of each domain would tell which phones exist. */
export const REALM = 'switchboard'
/** A channel in this context does nothing: functions can be evaluated on it. */
export const PROBE_CONTEXT = 'switchboard-probe'

/** Where calls from other Asterisks come in. */
export const PEER_CONTEXT = 'switchboard-peers'

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
 same => n,Set(callee=\${number}@\${CUT(me,@,2)})
 same => n,GotoIf($["\${PJSIP_ENDPOINT(\${callee},context)}" != "${CONTEXT}"]?unknown)
 same => n,Set(contacts=\${PJSIP_DIAL_CONTACTS(\${callee})})
 same => n,GotoIf($["\${contacts}" = ""]?absent)
 same => n,Dial(\${contacts},30)
 same => n,Hangup()
 same => n(absent),Hangup(20)
 same => n(unknown),Hangup(1)

[${PEER_CONTEXT}]
exten => _[1-9]!,1,Set(domain=\${CHANNEL(pjsip,request_uri)})
 same => n,Set(domain=\${CUT(domain,@,2)})
 same => n,Set(domain=\${CUT(domain,:,1)})
 same => n,Set(domain=\${CUT(domain,\\;,1)})
 same => n,Set(callee=\${FILTER(0-9,\${EXTEN})}@\${FILTER(a-zA-Z0-9.\\x2D,\${domain})})
 same => n,Set(contacts=\${PJSIP_DIAL_CONTACTS(\${callee})})
 same => n,GotoIf($["\${contacts}" = ""]?absent)
 same => n,Dial(\${contacts},300)
 same => n,ExecIf($["\${DIALSTATUS}" = "BUSY"]?Hangup(17))
 same => n,Hangup(\${HANGUPCAUSE})
 same => n(absent),Hangup(20)

[${PROBE_CONTEXT}]
exten => wait,1,Wait(5)
`
