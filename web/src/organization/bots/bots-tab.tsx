import { Bot, Ellipsis, Power, PowerOff, UserRoundCog } from 'lucide-react'
import { type FormEvent, useId, useMemo, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import type { Person } from '../../chat/state/chat-state.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SectionPage } from '../../ui/section-page.tsx'
import { Table } from '../../ui/table.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { EmptyState } from '../../ui/view-states.tsx'
import styles from '../organization-forms.module.css'
import { findPeople } from '../people/find-people.ts'
import { PersonName } from '../people/person-name.tsx'
import { usePages } from '../people/use-pages.ts'

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

function DeactivateBotDialog({ bot, onClose }: { bot: Person; onClose: () => void }) {
  const texts = t.organization.bots
  return (
    <ConfirmDialog
      title={texts.deactivateTitle(bot.full_name)}
      confirm={texts.deactivate}
      onConfirm={() => callChat('DELETE /bots/{bot_id}', { bot_id: bot.user_id })}
      onClose={onClose}
    >
      {texts.deactivateHint}
    </ConfirmDialog>
  )
}

/** The owner of a bot sees its key and can change it. */
function BotOwnerDialog({ bot, onClose }: { bot: Person; onClose: () => void }) {
  const people = useChat((state) => state.people)
  const [owner, setOwner] = useState(bot.bot_owner_id ?? 0)
  const submit = useSubmit()
  const form = useId()
  const texts = t.organization.bots
  const offered = [...people.values()].filter(
    (person) => person.is_active && !person.is_bot && !person.is_guest,
  )
  async function save(event: FormEvent) {
    event.preventDefault()
    const done = await submit.run(() =>
      callChat('PATCH /bots/{bot_id}', { bot_id: bot.user_id, bot_owner_id: owner }),
    )
    if (done) onClose()
  }
  return (
    <Dialog
      title={texts.ownerTitle(bot.full_name)}
      size="small"
      onClose={onClose}
      actions={<FormActions form={form} submit={t.ui.save} busy={submit.busy} onCancel={onClose} />}
    >
      <form id={form} className={styles.form} onSubmit={(event) => void save(event)}>
        <SelectField
          label={texts.owner}
          hint={texts.ownerHint}
          value={owner}
          onChange={(event) => setOwner(Number(event.target.value))}
        >
          {findPeople(offered, '').map(({ user_id, full_name }) => (
            <option key={user_id} value={user_id}>
              {full_name}
            </option>
          ))}
        </SelectField>
        {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
      </form>
    </Dialog>
  )
}

function BotRow({
  bot,
  onMove,
  onDeactivate,
}: {
  bot: Person
  onMove: () => void
  onDeactivate: () => void
}) {
  const owner = useChat((state) => state.people.get(bot.bot_owner_id ?? 0)?.full_name)
  const texts = t.organization.bots
  async function reactivate() {
    try {
      await callChat('POST /users/{user_id}/reactivate', { user_id: bot.user_id })
      showToast(texts.reactivated(bot.full_name))
    } catch (error) {
      showToast(messageOf(error), 'danger')
    }
  }
  return (
    <tr>
      <td>
        <PersonName person={bot} />
      </td>
      <td>{texts.types[String(bot.bot_type) as keyof typeof texts.types]}</td>
      <td data-label={texts.owner}>{owner ?? texts.nobody}</td>
      <td>
        {bot.is_active ? (
          <Badge look="success">{texts.active}</Badge>
        ) : (
          <Badge look="warning">{texts.inactive}</Badge>
        )}
      </td>
      <td>
        <Menu
          label={t.organization.actionsFor(bot.full_name)}
          icon={<Ellipsis />}
          groups={
            bot.is_active
              ? [
                  [{ label: texts.changeOwner, icon: <UserRoundCog />, onChoose: onMove }],
                  [{ label: texts.deactivate, icon: <PowerOff />, look: 'danger', onChoose: onDeactivate }],
                ]
              : [[{ label: texts.reactivate, icon: <Power />, onChoose: () => void reactivate() }]]
          }
        />
      </td>
    </tr>
  )
}
