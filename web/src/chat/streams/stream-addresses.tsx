import { t } from '../../texts/texts.ts'
import { CopiedValue } from '../../ui/copied-value.tsx'
import { useNarrowHash } from '../narrows/route.ts'
import type { Subscription } from '../state/chat-state.ts'
import styles from './stream-addresses.module.css'

/** Where the stream is found from outside. */
export function StreamAddresses({ subscription }: { subscription: Subscription }) {
  const narrowHash = useNarrowHash()
  const hash = narrowHash({ kind: 'stream', streamId: subscription.stream_id })
  return (
    <dl className={styles.addresses}>
      <dt>{t.streams.link}</dt>
      <dd>
        <CopiedValue label={t.streams.link} value={`${location.origin}/${hash}`} />
      </dd>
      {subscription.email_address && (
        <>
          <dt>{t.streams.address}</dt>
          <dd>
            <CopiedValue label={t.streams.address} value={subscription.email_address} />
            <p className={styles.hint}>{t.streams.addressText}</p>
          </dd>
        </>
      )}
    </dl>
  )
}
