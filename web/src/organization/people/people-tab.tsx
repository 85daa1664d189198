import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { SectionPage } from '../../ui/section-page.tsx'
import { GroupsList } from '../groups/groups-list.tsx'
import { NewPersonButton } from './new-person-button.tsx'
import { PeopleList } from './people-list.tsx'

const parts = ['', 'deactivated', 'groups'] as const

/** Members and guests, deactivated users, and groups. */
export function PeopleTab({ path }: { path: readonly string[] }) {
  const isAdmin = useChat((state) => state.me.isAdmin)
  const current = parts.find((part) => part === path[0]) ?? ''
  const texts = t.organization.people
  const labels = { '': texts.active, deactivated: texts.deactivated, groups: t.organization.groups.title }
  return (
    <SectionPage title={texts.title} intro={texts.intro} actions={isAdmin && <NewPersonButton />}>
      <LinkTabs
        label={texts.title}
        tabs={parts.map((part) => ({
          label: labels[part],
          current: part === current,
          link: { href: `#organization/people${part && `/${part}`}`, onClick: () => undefined },
        }))}
      />
      {current === 'groups' ? <GroupsList /> : <PeopleList key={current} active={current === ''} />}
    </SectionPage>
  )
}
