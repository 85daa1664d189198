import { Send } from 'lucide-react'
import { useState } from 'react'
import { readJson } from '../../../../packages/client/src/read-response.ts'
import { sendRequest } from '../../../../packages/client/src/send-request.ts'
import { messageOf } from '../../api/api-failure.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { TabRow } from '../tab-row.tsx'
import styles from './integration-address.module.css'
import { testPayload } from './test-payload.ts'
import { webhookAddress } from './webhook-address.ts'

/** The finished address, what to do with it, and a test of it where we can make one. */
export function IntegrationAddress(props: {
  name: string
  displayName: string
  apiKey: string
  stream: string | undefined
  topic: string
}) {
  const [tested, setTested] = useState<string>()
  const submit = useSubmit()
  const texts = t.integrations
  const address = webhookAddress(props)
  const payload = testPayload(props.name)
  async function test() {
    setTested(undefined)
    await submit.run(async () => {
      // As the service would: without our session.
      const connection = { server: '', retries: 0, withCookies: false }
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify(payload)
      const request = { method: 'POST', path: address, headers, body, isRepeatable: false }
      await sendRequest(connection, request, readJson)
      setTested(address)
    })
  }
  return (
    <>
      <p>{texts.addressHint(props.displayName)}</p>
      <code className={styles.address}>{address}</code>
      <Notice look="warning">{texts.secretHint}</Notice>
      <TabRow>
        <CopyButton text={address} label={texts.copyAddress} />
        {payload && (
          <Button size="small" icon={<Send />} busy={submit.busy} onClick={() => void test()}>
            {texts.test}
          </Button>
        )}
        <a href={`/docs/webhooks/${props.name}`} target="_blank" rel="noreferrer">
          {texts.steps(props.displayName)}
        </a>
      </TabRow>
      {tested === address && <Notice look="success">{texts.tested}</Notice>}
      {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
    </>
  )
}
