//! What is kept between starts: the session, how far was heard, and what couldn't be decrypted yet.
//!
//! It lies in the SDK's own store, beside the encryption keys of the same device, encrypted with the same key.

use matrix_sdk::Client;
use matrix_sdk::authentication::matrix::MatrixSession;
use matrix_sdk::ruma::{OwnedEventId, OwnedRoomId};
use matrix_sdk::store::{StateStoreDataKey, StoreError};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

const SESSION: &str = "centaur session";
const HEARD: &str = "centaur heard";
const UNDECRYPTED: &str = "centaur undecrypted";

/// A message whose key hasn't come yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Undecrypted {
    /// The room.
    pub(super) room: OwnedRoomId,
    /// The message.
    pub(super) event: OwnedEventId,
    /// Since when it waits, in milliseconds since 1970.
    pub(super) since: i64,
}

/// The memory of a client.
#[derive(Clone)]
pub(super) struct Memory {
    client: Client,
}

impl Memory {
    /// The memory that is kept with this client's keys.
    pub(super) fn of(client: &Client) -> Memory {
        Memory { client: client.clone() }
    }

    /// The session to go on with.
    pub(super) async fn session(&self) -> Result<Option<MatrixSession>, StoreError> {
        self.read(SESSION).await
    }

    /// Keeps the session.
    pub(super) async fn keep_session(&self, session: &MatrixSession) -> Result<(), StoreError> {
        self.write(SESSION, session).await
    }

    /// The token of the last sync of which everything was dealt with.
    pub(super) async fn heard(&self) -> Result<Option<String>, StoreError> {
        self.read(HEARD).await
    }

    /// Keeps the token.
    pub(super) async fn keep_heard(&self, token: &str) -> Result<(), StoreError> {
        self.write(HEARD, &token).await
    }

    /// Makes the SDK forget its own token, which it loads with the session.
    ///
    /// It throws away a sync that ends at that token, as one that it has had already: after a crash that would be the
    /// very one with which nothing was done yet.
    pub(super) async fn forget_sdk_token(&self) -> Result<(), StoreError> {
        self.client.state_store().remove_kv_data(StateStoreDataKey::SyncToken).await
    }

    /// The messages that wait for their keys.
    pub(super) async fn undecrypted(&self) -> Result<Vec<Undecrypted>, StoreError> {
        Ok(self.read(UNDECRYPTED).await?.unwrap_or_default())
    }

    /// Keeps them.
    pub(super) async fn keep_undecrypted(&self, waiting: &[Undecrypted]) -> Result<(), StoreError> {
        self.write(UNDECRYPTED, &waiting).await
    }

    async fn read<T: DeserializeOwned>(&self, key: &str) -> Result<Option<T>, StoreError> {
        let stored = self.client.state_store().get_custom_value(key.as_bytes()).await?;
        Ok(stored.map(|stored| serde_json::from_slice(&stored)).transpose()?)
    }

    async fn write<T: Serialize>(&self, key: &str, value: &T) -> Result<(), StoreError> {
        let value = serde_json::to_vec(value)?;
        self.client.state_store().set_custom_value_no_read(key.as_bytes(), value).await
    }
}
