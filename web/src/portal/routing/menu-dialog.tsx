import { useState } from 'react'
import type { Menu, NewMenu } from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { SwitchField, TextField } from '../../ui/field.tsx'
import { FieldGrid } from '../../ui/section-page.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { MenuOptionFields, type OptionForm } from './menu-option-fields.tsx'
import { MenuPrompt } from './menu-prompt.tsx'
import { changesOf, numberOf, RouteDialog } from './route-dialog.tsx'

interface MenuDialogProps {
  instanceUuid: string
  /** Without: a new one. */
  menu?: Menu
  onClose: () => void
  onSaved: () => void
}

export function MenuDialog({ instanceUuid, menu, onClose, onSaved }: MenuDialogProps) {
  const { client } = usePortal()
  const [form, setForm] = useState(() => formOf(menu))
  const set = (changes: Partial<typeof form>) => setForm((before) => ({ ...before, ...changes }))
  const at = { instance_uuid: instanceUuid }
  async function save() {
    const body = bodyOf(form)
    if (!menu) return client.call('POST /instances/{instance_uuid}/menus', at, body)
    return client.call(
      'PATCH /instances/{instance_uuid}/menus/{menu_id}',
      { ...at, menu_id: menu.id },
      changesOf(menu, body),
    )
  }
  const texts = p.routing.menus
  return (
    <RouteDialog
      title={menu ? p.routing.edit(menu.name) : texts.add}
      isNew={!menu}
      form={form}
      onChange={set}
      save={save}
      onClose={onClose}
      onSaved={onSaved}
    >
      {(faultAt) => {
        const number = (name: 'timeout' | 'tries', label: string, unit: string) => (
          <TextField
            label={label}
            unit={unit}
            error={faultAt(`/${name}`)}
            inputMode="numeric"
            value={form[name]}
            onChange={(event) => set({ [name]: event.target.value })}
          />
        )
        const destination = (name: 'silent' | 'wrong', pointer: string, label: string) => (
          <TextField
            label={label}
            hint={p.routing.destinationHint}
            error={faultAt(pointer)}
            autoComplete="off"
            value={form[name]}
            onChange={(event) => set({ [name]: event.target.value })}
          />
        )
        return (
          <>
            <MenuPrompt instanceUuid={instanceUuid} menu={menu} onChanged={onSaved} />
            <MenuOptionFields
              options={form.options}
              error={faultAt('/options')}
              onChange={(options) => set({ options })}
            />
            <SwitchField
              label={texts.directDial}
              checked={form.directDial}
              onChange={(event) => set({ directDial: event.target.checked })}
            />
            <FieldGrid>
              {number('timeout', texts.timeout, p.routing.groups.seconds)}
              {number('tries', texts.tries, texts.times)}
              {destination('silent', '/timeout_destination', texts.silent)}
              {destination('wrong', '/invalid_destination', texts.wrong)}
            </FieldGrid>
          </>
        )
      }}
    </RouteDialog>
  )
}

const formOf = (menu: Menu | undefined) => ({
  number: String(menu?.number ?? ''),
  name: menu?.name ?? '',
  options: (menu?.options ?? []).map(
    (option): OptionForm => ({ key: option.digit, ...option }),
  ) as readonly OptionForm[],
  timeout: String(menu?.timeout ?? 5),
  tries: String(menu?.tries ?? 3),
  silent: menu?.timeout_destination ?? '',
  wrong: menu?.invalid_destination ?? '',
  directDial: menu?.direct_dial ?? false,
})

const bodyOf = (form: ReturnType<typeof formOf>): NewMenu => ({
  number: numberOf(form.number),
  name: form.name.trim(),
  options: form.options.map(({ digit, destination }) => ({ digit, destination: destination.trim() })),
  timeout: numberOf(form.timeout),
  tries: numberOf(form.tries),
  timeout_destination: form.silent.trim(),
  invalid_destination: form.wrong.trim(),
  direct_dial: form.directDial,
})
