import { SquarePen } from 'lucide-react'
import { useMemo, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { requestCompose } from '../compose/compose-request.ts'
import { conversationKey, userIdsOfKey } from '../state/conversation.ts'
import type { Narrow } from '../state/narrow.ts'
import { unreadCounts } from '../state/unread.ts'
import { useChat } from '../state/workspace.ts'
import { RowCounts } from '../topics/row-counts.tsx'
import { DirectRow } from './direct-row.tsx'
import styles from './section.module.css'
import { SidebarSection } from './sidebar-section.tsx'

const SHOWN = 8

export function DirectSection({ narrow }: { narrow: Narrow | undefined }) {
  const unread = useChat((state) => unreadCounts(state).direct)
  const write = (
    <IconButton label={t.sidebar.newDirect} onClick={() => requestCompose({ direct: true })}>
      <SquarePen />
    </IconButton>
  )
  return (
    <SidebarSection
      name="directs"
      title={t.sidebar.directs}
      actions={write}
      summary={<RowCounts unread={unread} />}
    >
      <DirectList narrow={narrow} />
    </SidebarSection>
  )
}

/** Private conversations: the newest first, and whatever is unread. */
function DirectList({ narrow }: { narrow: Narrow | undefined }) {
  const directs = useChat((state) => state.directs)
  const conversations = useChat((state) => unreadCounts(state).conversations)
  const [all, setAll] = useState(false)
  const current = narrow?.kind === 'direct' ? conversationKey(narrow) : undefined
  const keys = useMemo(() => {
    const known = [...directs].sort(([, one], [, other]) => other - one).map(([key]) => key)
    return current === undefined || directs.has(current) ? known : [current, ...known]
  }, [directs, current])
  const shown = keys.filter((key, index) => all || index < SHOWN || conversations.has(key) || key === current)
  return (
    <>
      {keys.length === 0 && <p className={styles.empty}>{t.sidebar.noDirects}</p>}
      <ul aria-label={t.sidebar.directs}>
        {shown.map((key) => (
          <DirectRow
            key={key}
            userIds={userIdsOfKey(key)}
            current={key === current}
            unread={conversations.get(key) ?? 0}
          />
        ))}
      </ul>
      {(shown.length < keys.length || (all && keys.length > SHOWN)) && (
        <Button size="small" look="quiet" onClick={() => setAll(!all)}>
          {all ? t.sidebar.fewerDirects : t.sidebar.moreDirects(keys.length - shown.length)}
        </Button>
      )}
    </>
  )
}
