import type {
  ExportRule,
  exportRuleForm,
  PoolRule,
  SecondFactorRule,
  secondFactorRuleForm,
} from '@lead-finder/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../lib/http';

/** The hooks of one rule: the first reads it, the second sets it. */
function rule<Rule, Form>(path: string) {
  const queryKey = [path];
  const useSet = () => {
    const client = useQueryClient();
    return useMutation({
      mutationFn: (form: Form) => request<Rule>('PUT', path, form),
      onSuccess: (saved) => client.setQueryData(queryKey, saved),
    });
  };
  return [() => useQuery<Rule>({ queryKey }), useSet] as const;
}

export const [useSecondFactorRule, useSetSecondFactorRule] = rule<
  SecondFactorRule,
  z.infer<typeof secondFactorRuleForm>
>('/api/second-factor-rule');
export const [useExportRule, useSetExportRule] = rule<ExportRule, z.infer<typeof exportRuleForm>>('/api/export-rule');
export const [usePoolRule, useSetPoolRule] = rule<PoolRule, PoolRule>('/api/pool-rule');
