import { Bot } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Person } from '../../chat/state/chat-state.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { TextField } from '../../ui/field.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SectionPage } from '../../ui/section-page.tsx'
import { Table } from '../../ui/table.tsx'
import { EmptyState } from '../../ui/view-states.tsx'
import { findPeople } from '../people/find-people.ts'
import { usePages } from '../people/use-pages.ts'
import { BotOwnerDialog } from './bot-owner-dialog.tsx'
import { BotRow } from './bot-row.tsx'
import { DeactivateBotDialog } from './deactivate-bot-dialog.tsx'

/** All bots of the organization. Their API keys are not shown here: owners find them in their own settings. */
export function BotsTab() {
  const people = useChat((state) => state.people)
  const bots = useChat((state) => state.bots)
  const [search, setSearch] = useState('')
  const [moved, setMoved] = useState<Person>()
  const [ended, setEnded] = useState<Person>()
  const texts = t.organization.bots
  // System bots have no owner and are not in this list. A user who has just become an administrator
  // knows other bots only as users.
  const all = useMemo(
    () =>
      [...people.values()].filter(
        ({ is_bot, user_id, bot_owner_id: owner }) =>
          is_bot && (bots.has(user_id) || (owner ?? null) !== null),
      ),
    [people, bots],
  )
  const found = useMemo(() => findPeople(all, search), [all, search])
  const { shown, ...pager } = usePages(found, search)
  return (
    <SectionPage title={texts.title} intro={texts.intro}>
      {all.length === 0 ? (
        <EmptyState icon={<Bot />} title={texts.none}>
          {texts.noneHint}
        </EmptyState>
      ) : (
        <>
          <TextField
            label={texts.search}
            type="search"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          <Table label={texts.title} headings={[texts.name, texts.type, texts.owner, texts.state, '']}>
            {shown.map((bot) => (
              <BotRow
                key={bot.user_id}
                bot={bot}
                onMove={() => setMoved(bot)}
                onDeactivate={() => setEnded(bot)}
              />
            ))}
          </Table>
          {found.length === 0 && (
            <EmptyState title={t.organization.noMatch}>{t.organization.noMatchHint}</EmptyState>
          )}
          <Pager {...pager} />
        </>
      )}
      {moved && <BotOwnerDialog bot={moved} onClose={() => setMoved(undefined)} />}
      {ended && <DeactivateBotDialog bot={ended} onClose={() => setEnded(undefined)} />}
    </SectionPage>
  )
}
