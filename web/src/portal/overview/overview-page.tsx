import { p } from '../../texts/portal-texts.ts'
import { SectionPage } from '../../ui/section-page.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { AttentionList } from './attention-list.tsx'
import styles from './overview.module.css'
import { OwnCard } from './own-card.tsx'

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
