import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { NewPersonDialog } from './new-person-dialog.tsx'

export function NewPersonButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="primary" icon={<UserPlus />} onClick={() => setOpen(true)}>
        {t.organization.people.create}
      </Button>
      {open && <NewPersonDialog onClose={() => setOpen(false)} />}
    </>
  )
}
