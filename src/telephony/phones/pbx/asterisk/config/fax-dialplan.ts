/** A channel here sends a fax (`send`), or receives one (`COMPANY*NUMBER`). */
export const FAX_CONTEXT = 'switchboard-fax'

/**
 * Faxes need no Switchboard while they are on their way: what has been received, and how sending went, are files in
 * Asterisk's folder of recordings, where ARI can read and delete them. Their names must end like those of sounds.
 * T.38 is tried first, and sound after that.
 */
export const faxDialplan = `
[${FAX_CONTEXT}]
exten => send,1,Answer()
 same => n,Set(__FAX_RESULT=\${ASTSPOOLDIR}/recording/fax-result-\${FAX_ID}.wav)
 same => n,Set(__FAX_PAGES=\${ASTSPOOLDIR}/recording/fax-out-\${FAX_ID}.wav)
 same => n,Set(__FAX_FROM=\${FAX_FROM})
 same => n,Set(CURLOPT(conntimeout)=10)
 same => n,Set(CURLOPT(httptimeout)=120)
 same => n,Set(CURL(\${FAX_URL})=\${FAX_PAGES})
 same => n,GotoIf($["\${STAT(s,\${FAX_PAGES})}" != "\${FAX_BYTES}"]?lost)
 same => n,Set(CALLERID(all)="\${FAX_NAME}" <\${FAX_FROM}>)
 same => n,Dial(\${FAX_DIAL},60,b(${FAX_CONTEXT}^before^1)U(${FAX_CONTEXT}-transmit))
 same => n,Hangup()
 same => n(lost),Set(FILE(\${FAX_RESULT})=LOST)
 same => n,Hangup()
exten => before,1,Set(PJSIP_MEDIA_OFFER(audio)=!all,ulaw,alaw)
 same => n,Return()
exten => h,1,ExecIf($["\${FAX_RESULT}" != "" & "\${STAT(e,\${FAX_RESULT})}" != "1"]?Set(FILE(\${FAX_RESULT})=UNANSWERED|\${DIALSTATUS}|\${HANGUPCAUSE}))
exten => wait,1,Wait(86400)
exten => _X.,1,Set(to=\${FILTER(0-9,\${CUT(EXTEN,*,2)})})
 same => n,Set(company=\${FILTER(0-9,\${CUT(EXTEN,*,1)})})
 same => n,Set(from=\${FILTER(0-9,\${CALLERID(num)})})
 same => n,Set(CHANNEL(hangup_handler_push)=${FAX_CONTEXT}-received,s,1)
 same => n,Answer()
 same => n,Set(FAXOPT(localstationid)=+\${to})
 same => n,ReceiveFAX(\${ASTSPOOLDIR}/recording/fax-in-\${UNIQUEID}-\${company}-\${to}-\${from}.wav,f)
 same => n,Hangup()

[${FAX_CONTEXT}-transmit]
exten => s,1,Set(CHANNEL(hangup_handler_push)=${FAX_CONTEXT}-sent,s,1)
 same => n,Set(GOSUB_RESULT=ABORT)
 same => n,Set(FAXOPT(localstationid)=\${FAX_FROM})
 same => n,SendFAX(\${FAX_PAGES},zf)
 same => n,Hangup()

[${FAX_CONTEXT}-sent]
exten => s,1,Set(FILE(\${FAX_RESULT})=\${FAXSTATUS}|\${FAXPAGES}|\${FAXBITRATE}|\${FAXMODE}|\${FAXERROR}|\${REMOTESTATIONID})
 same => n,Return()

[${FAX_CONTEXT}-received]
exten => s,1,Set(FILE(\${ASTSPOOLDIR}/recording/fax-end-\${UNIQUEID}.wav)=\${FAXSTATUS}|\${FAXPAGES}|\${FAXBITRATE}|\${FAXMODE}|\${FAXERROR}|\${REMOTESTATIONID})
 same => n,Return()
`
