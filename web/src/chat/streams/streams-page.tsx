import { Hash, Plus } from 'lucide-react'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/view-states.tsx'
import { openHash } from '../narrows/route.ts'
import { meetsPolicy } from '../people/meets-policy.ts'
import { useChat } from '../state/workspace.ts'
import { CreateStream } from './create-stream.tsx'
import { StreamDetails } from './stream-details.tsx'
import { StreamList } from './stream-list.tsx'
import styles from './streams-page.module.css'

/** All streams that the user can see, and the details of the open one. */
export function StreamsPage({ path }: { path: readonly string[] }) {
  const [place] = path
  const mayCreate = useChat((state) => meetsPolicy(state, state.realm.create_stream_policy))
  const isOpen = place !== undefined && place !== ''
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1>{t.streams.title}</h1>
        {mayCreate && place !== 'new' && (
          <Button look="primary" size="small" icon={<Plus />} onClick={() => openHash('#streams/new')}>
            {t.streams.create}
          </Button>
        )}
      </header>
      <div className={classNames(styles.panes, isOpen && styles.open)}>
        <div className={styles.list}>
          <StreamList chosen={Number(place)} />
        </div>
        <div className={styles.details}>
          {isOpen && (
            <a className={styles.back} href="#streams">
              {t.streams.backToList}
            </a>
          )}
          <Place place={place} mayCreate={mayCreate} />
        </div>
      </div>
    </div>
  )
}

function Place({ place = '', mayCreate }: { place: string | undefined; mayCreate: boolean }) {
  const stream = useChat((state) => state.streams.get(Number(place)))
  if (place === '') {
    return (
      <EmptyState icon={<Hash />} title={t.streams.choose}>
        {t.streams.chooseText}
      </EmptyState>
    )
  }
  if (place === 'new') return mayCreate ? <CreateStream /> : <EmptyState title={t.streams.mayNotCreate} />
  if (!stream) return <EmptyState title={t.streams.gone} />
  return <StreamDetails key={stream.stream_id} stream={stream} />
}
