import { Button, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { Card } from '../../ui/layout/card';
import { accountMessages } from '../../messages/accounts';
import { ChangePasswordDialog } from './change-password-dialog';

/** The signed-in user's account, with a button to change the password. */
export function AccountPanel({ username }: { username: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card padding="5">
      <Flex gap="4" align="center" justify="space-between" flexWrap="wrap">
        <Stack gap="0.5" minWidth="0">
          <Heading as="h2" size="md">
            {accountMessages.account}
          </Heading>
          <Text color="fg.muted" textStyle="sm" overflowWrap="anywhere">
            {accountMessages.accountHint(username)}
          </Text>
        </Stack>
        <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
          <KeyRound aria-hidden="true" /> {accountMessages.changePassword}
        </Button>
      </Flex>
      {isOpen && <ChangePasswordDialog onClose={() => setOpen(false)} />}
    </Card>
  );
}
