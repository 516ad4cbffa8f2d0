// A new certificate: generated here or pasted, then tried immediately. Its id is then in the URL; a private key never is.
import { Alert, Text } from '@mantine/core';
import type { ApiCredentials, Certificate } from '@onboarding/contract';
import { IconCheck } from '@onboarding/ui/icons';
import { StepUp, useAllowed } from '@onboarding/ui/session';
import { ButtonLink, Page } from '@onboarding/ui/shell';
import { Empty, Loaded } from '@onboarding/ui/states';
import { When } from '@onboarding/ui/values';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { operation, useCall } from '../../api/client.ts';
import { FirstToken } from './first-token.tsx';
import { type PrivateKey, PrivateKeyPanel, useAskBack } from './private-key.tsx';
import { RegisterForm } from './register-form.tsx';

const route = getRouteApi('/frame/credentials/new');

export function NewCertificate() {
  const credentials = useCall('readApiCredentials');
  const { certificate } = route.useSearch();
  const navigate = route.useNavigate();
  const [key, setKey] = useState<PrivateKey>();
  const dialog = useAskBack(key !== undefined && !key.saved);
  const register = (registered: Certificate, made: PrivateKey | undefined) => {
    setKey(made);
    void navigate({ search: { certificate: registered.certificateId }, replace: true });
  };
  return (
    <Page
      title="New certificate"
      about="Your systems prove who they are by signing with a private key. We only need its certificate: the key stays with you."
    >
      {dialog}
      <Loaded query={credentials} height={420}>
        {(value) => {
          const found = value.certificates.find((one) => one.certificateId === certificate);
          if (found === undefined) return <Register credentials={value} onRegistered={register} />;
          return (
            <>
              <Alert color="success" icon={<IconCheck aria-hidden />} title={`“${found.name}” is registered`}>
                <Text size="sm">
                  It is valid until <When at={found.notAfter} day />. Admins get a mail before it expires.
                </Text>
              </Alert>
              {key !== undefined && <PrivateKeyPanel value={key} onSaved={() => setKey({ ...key, saved: true })} />}
              <FirstToken credentials={value} certificate={found} keyFile={key?.fileName ?? 'key.pem'} />
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

function Register({
  credentials,
  onRegistered,
}: {
  credentials: ApiCredentials;
  onRegistered: (certificate: Certificate, made: PrivateKey | undefined) => void;
}) {
  if (!useAllowed(operation('registerApiCertificate'))) {
    return (
      <Empty
        kind="refused"
        title="Only an admin can register a certificate"
        action={<ButtonLink to="/credentials">Back to the certificates</ButtonLink>}
      >
        Anyone who holds the key of a registered certificate can act for your organisation. Ask an admin to register
        yours.
      </Empty>
    );
  }
  return (
    <StepUp>
      <RegisterForm credentials={credentials} onRegistered={onRegistered} />
    </StepUp>
  );
}
