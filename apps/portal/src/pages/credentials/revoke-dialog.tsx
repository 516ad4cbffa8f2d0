import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { Certificate } from '@onboarding/contract';
import { TOKEN_SECONDS } from '@onboarding/contract/limits';
import { Permitted, StepUp } from '@onboarding/ui/session';
import { ActionFailure } from '@onboarding/ui/states';
import { When } from '@onboarding/ui/values';
import { operation, useAction } from '../../api/client.ts';

export function RevokeDialog({ certificate, onClose }: { certificate: Certificate; onClose: () => void }) {
  const revoke = useAction('revokeApiCertificate', {
    refreshes: ['readApiCredentials', 'readOverview'],
    onDone: onClose,
  });
  return (
    <Modal opened onClose={onClose} title={`Revoke “${certificate.name}”?`}>
      <Permitted to={operation('revokeApiCertificate')}>
        <StepUp>
          <Stack>
            <Text size="sm">
              Systems that sign with its key can no longer get tokens. Tokens they already have expire within{' '}
              {TOKEN_SECONDS / 60} minutes. This cannot be undone.
            </Text>
            {certificate.lastUsedAt !== null && (
              <Text size="sm">
                It was last used <When at={certificate.lastUsedAt} ago />.
              </Text>
            )}
            <ActionFailure error={revoke.error} />
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button
                color="red"
                loading={revoke.isPending}
                onClick={() => revoke.mutate({ params: { certificateId: certificate.certificateId } })}
              >
                Revoke
              </Button>
            </Group>
          </Stack>
        </StepUp>
      </Permitted>
    </Modal>
  );
}
