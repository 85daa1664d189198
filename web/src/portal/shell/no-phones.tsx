import { messageOf } from '../../api/api-failure.ts'
import { type ChatOutput, callChat } from '../../api/chat-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { Button } from '../../ui/button.tsx'
import { EntrancePage } from '../../ui/entrance-page.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSubmit } from '../../ui/use-submit.ts'

/** For people without a phone user. Administrators set up the phones of the organization here. */
export function NoPhones({
  phones,
  onConnected,
}: {
  phones: ChatOutput<'GET /workspace'>
  onConnected: (phones: ChatOutput<'GET /workspace'>) => void
}) {
  const submit = useSubmit()
  const connect = () => submit.run(async () => onConnected(await callChat('POST /workspace/company', {})))
  return (
    <EntrancePage
      title={p.shell.noPhonesTitle}
      intro={phones.may_connect ? p.shell.connectIntro : p.shell.noPhonesIntro}
    >
      {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
      {phones.may_connect && (
        <Button look="primary" busy={submit.busy} onClick={() => void connect()}>
          {p.shell.connect}
        </Button>
      )}
    </EntrancePage>
  )
}
