import { readJson, sendRequest } from '@switchboard/client'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { TabRow } from '../tab-row.tsx'
import styles from './integration-address.module.css'

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

/** A body for the formats that are plain enough to make one by hand; other services have a test of their own. */
function testPayload(integration: string): object | undefined {
  const text = t.integrations.testMessage
  switch (integration) {
    case 'json':
      return { topic: t.integrations.testTopic, content: text }
    case 'slack_incoming':
      return { text }
    case 'helloworld':
      return { featured_title: text, featured_url: `${location.origin}/docs/webhooks/helloworld` }
    default:
      return undefined
  }
}

/** Where a service posts to. Without a stream, the bot writes to its owner. */
function webhookAddress({
  name,
  apiKey,
  stream,
  topic,
}: {
  name: string
  apiKey: string
  stream: string | undefined
  topic: string
}): string {
  const query = new URLSearchParams({
    api_key: apiKey,
    ...(stream !== undefined && { stream }),
    ...(topic !== '' && { topic }),
  })
  // Some services take a plus sign for itself.
  return `${location.origin}/api/v1/external/${name}?${String(query).replaceAll('+', '%20')}`
}
