// The assistant as other sites show it, in a frame. It keeps nothing, and knows nothing before its host has given a token.

import '../locale-guard';
import '../styles/tokens.css';
import '../styles/base.css';
import './assistant.css';
import { mount } from 'svelte';
import Assistant from './Assistant.svelte';
import { host } from './host.svelte';

const target = document.getElementById('assistant');
if (target) {
  host.begin();
  mount(Assistant, { target });
}
