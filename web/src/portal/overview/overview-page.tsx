import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { p } from '../../texts/portal-texts.ts'
import { classNames } from '../../ui/class-names.ts'
import { Card, SectionPage } from '../../ui/section-page.tsx'
import { showNumber } from '../../ui/show-number.ts'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { SubscriberBadges, useSubscribers } from '../extensions/subscribers.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { linkTo } from '../shell/portal-path.ts'
import { userName } from '../users/known-users.ts'
import { useOwnExtensions } from './attention-queries.ts'
import styles from './overview-page.module.css'
import { useAttention } from './use-attention.tsx'

/** The start page: what needs attention, and what is one's own. */
export function OverviewPage() {
  const { user } = usePortal()
  return (
    <SectionPage title={p.overview.greeting(user.first_name)} intro={p.overview.intro}>
      <div className={styles.columns}>
        <section className={styles.attention} aria-labelledby="attention">
          <h2 id="attention">{p.overview.title}</h2>
          <AttentionList />
        </section>
        <OwnCard />
      </div>
    </SectionPage>
  )
}

function AttentionList() {
  const { items, error, retry } = useAttention()
  if (error !== null) return <ErrorState error={error} onRetry={retry} />
  if (!items) return <LoadingState />
  if (items.length === 0)
    return (
      <EmptyState icon={<CircleCheck />} title={p.overview.nothing}>
        {p.overview.nothingHint}
      </EmptyState>
    )
  return (
    <ul className={styles.items}>
      {items.map(({ key, icon, look, title, hint, count, link, named }) => (
        <li key={key} className={styles.item}>
          <span className={classNames(styles.icon, styles[look])} aria-hidden="true">
            {icon}
          </span>
          <div className={styles.text}>
            <a {...link} className={styles.title}>
              {title}
            </a>
            {hint && <p className={styles.hint}>{hint}</p>}
            <ul className={styles.named}>
              {named.map((one) => (
                <li key={one.key}>
                  <a {...one.link}>{one.text}</a>
                  {one.player}
                </li>
              ))}
              {named.length > 0 && count > named.length && <li>{p.overview.more(count - named.length)}</li>}
            </ul>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** The extensions and numbers of the acting user. */
function OwnCard() {
  const { client, user } = usePortal()
  const extensions = useOwnExtensions()
  const numbers = useQuery({
    queryKey: portalKeys.textingNumbers,
    queryFn: ({ signal }) => client.call('GET /texting/v2/numbers', {}, undefined, { signal }),
  })
  const faxNumbers = useQuery({
    queryKey: portalKeys.faxNumbers,
    queryFn: ({ signal }) => client.call('GET /fax/numbers', {}, undefined, { signal }),
  })
  const { subscriberOf } = useSubscribers()
  const error = extensions.error ?? numbers.error ?? faxNumbers.error
  if (error !== null) {
    const retry = () => [extensions, numbers, faxNumbers].map(({ refetch }) => refetch())
    return <ErrorState error={error} onRetry={() => void retry()} />
  }
  if (!extensions.data || !numbers.data || !faxNumbers.data) return <LoadingState />
  const own = numbers.data.filter(({ users }) => users.includes(user.id))
  return (
    <Card title={p.overview.you}>
      <dl className={styles.own}>
        <div>
          <dt>{p.overview.profile}</dt>
          <dd>
            <a {...linkTo('users', user.id)}>{userName(user)}</a>
          </dd>
        </div>
        <div>
          <dt>{p.overview.extensions(extensions.data.length)}</dt>
          {extensions.data.length === 0 && <dd>{p.overview.none}</dd>}
          {extensions.data.map((extension) => (
            <dd key={extension._id}>
              <a {...linkTo('extensions', extension.pbx, extension._id)}>
                {extension.data.id} {extension.data.name}
              </a>
              <SubscriberBadges subscriber={subscriberOf(extension)} />
            </dd>
          ))}
        </div>
        <div>
          <dt>{p.overview.numbers(own.length)}</dt>
          {own.length === 0 && <dd>{p.overview.none}</dd>}
          {own.map(({ number }) => (
            <dd key={number}>{showNumber(number)}</dd>
          ))}
        </div>
        {faxNumbers.data.length > 0 && (
          <div>
            <dt>{p.overview.fax}</dt>
            {faxNumbers.data.map(({ number }) => (
              <dd key={number}>{showNumber(number)}</dd>
            ))}
          </div>
        )}
      </dl>
    </Card>
  )
}
