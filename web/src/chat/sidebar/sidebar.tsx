import { type RefObject, useRef } from 'react'
import { t } from '../../texts/texts.ts'
import { NotificationPrompt } from '../notifications/notification-prompt.tsx'
import { PeopleList } from '../people/people-list.tsx'
import { useListedPeople } from '../people/use-listed-people.ts'
import { useCommand } from '../shortcuts/commands.ts'
import { focusInDrawer } from '../state/drawer.ts'
import type { Narrow } from '../state/narrow.ts'
import { collapseSection } from './collapsed-sections.ts'
import { DirectSection } from './direct-section.tsx'
import styles from './sidebar.module.css'
import { SidebarSection } from './sidebar-section.tsx'
import { StreamSection } from './stream-section.tsx'
import { ViewLinks } from './view-links.tsx'

const SHOWN = 15

/** The navigation of the chat. */
export function Sidebar({ narrow }: { narrow: Narrow | undefined }) {
  return (
    <div className={styles.sidebar}>
      <ViewLinks narrow={narrow} />
      <StreamSection narrow={narrow} />
      <DirectSection narrow={narrow} />
      <PeopleSection narrow={narrow} />
      <NotificationPrompt />
    </div>
  )
}

/** All users, active ones first. */
function PeopleSection({ narrow }: { narrow: Narrow | undefined }) {
  const filter = useRef<HTMLInputElement>(null)
  useCommand('filterPeople', () => {
    collapseSection('people', false)
    focusInDrawer('left', filter)
  })
  const only = narrow?.kind === 'direct' && narrow.userIds.length === 1 ? narrow.userIds[0] : undefined
  return (
    <SidebarSection name="people" title={t.people.heading}>
      <Everybody filter={filter} currentId={only} />
    </SidebarSection>
  )
}

interface EverybodyProps {
  filter: RefObject<HTMLInputElement | null>
  currentId: number | undefined
}

function Everybody({ filter, currentId }: EverybodyProps) {
  const people = useListedPeople('everybody')
  return (
    <PeopleList
      people={people}
      label={t.people.heading}
      filterLabel={t.people.filter}
      filterRef={filter}
      empty={t.people.nobodyFound}
      cutAt={SHOWN}
      currentId={currentId}
    />
  )
}
