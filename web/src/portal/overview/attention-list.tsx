import { CircleCheck } from 'lucide-react'
import { p } from '../../texts/portal-texts.ts'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState, LoadingState } from '../../ui/view-states.tsx'
import styles from './overview.module.css'
import { useAttention } from './use-attention.tsx'

export function AttentionList() {
  const items = useAttention()
  if (!items) return <LoadingState />
  if (items.length === 0)
    return (
      <EmptyState icon={<CircleCheck />} title={p.overview.nothing}>
        {p.overview.nothingHint}
      </EmptyState>
    )
  return (
    <ul className={styles.items}>
      {items.map(({ key, icon, look, title, count, link, named }) => (
        <li key={key} className={styles.item}>
          <span className={classNames(styles.icon, styles[look])} aria-hidden="true">
            {icon}
          </span>
          <div className={styles.text}>
            <a {...link} className={styles.title}>
              {title}
            </a>
            <ul className={styles.named}>
              {named.map((one) => (
                <li key={one.key}>
                  <a {...one.link}>{one.text}</a>
                </li>
              ))}
              {count > named.length && <li>{p.overview.more(count - named.length)}</li>}
            </ul>
          </div>
        </li>
      ))}
    </ul>
  )
}
