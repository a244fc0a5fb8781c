//! The address at which Prometheus finds what was counted: `GET /metrics`, and nothing else.

use std::convert::Infallible;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{ALLOW, CONTENT_TYPE, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use prometheus_client::encoding::prometheus_text;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use super::Tally;
use crate::store::Archive;

/// How many may ask at once; further ones wait.
const MOST_CONNECTIONS: usize = 8;

/// How long somebody may take to say what is wanted.
const LONGEST_REQUEST: Duration = Duration::from_secs(10);

/// The pause after a connection that couldn't be taken.
const PAUSE: Duration = Duration::from_secs(1);

/// Answers whoever connects, until it is dropped. What the database knows is read beside the club.
pub async fn serve(listener: TcpListener, tally: Tally, database: PathBuf) {
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let database: Arc<Path> = database.into();
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                tracing::warn!(%error, "somebody who asks for the figures can't be answered");
                tokio::time::sleep(PAUSE).await;
                continue;
            }
        };
        let (tally, database) = (tally.clone(), Arc::clone(&database));
        tokio::spawn(async move {
            let _place = place;
            let service = service_fn(|request| answer(request, tally.clone(), Arc::clone(&database)));
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(LONGEST_REQUEST);
            if let Err(error) = http.serve_connection(TokioIo::new(stream), service).await {
                tracing::debug!(%error, "somebody who asked for the figures left");
            }
        });
    }
}

async fn answer(
    request: Request<Incoming>,
    tally: Tally,
    database: Arc<Path>,
) -> Result<Response<Full<Bytes>>, Infallible> {
    let mut response = Response::new(Full::default());
    match (request.uri().path(), request.method()) {
        ("/metrics", &Method::GET | &Method::HEAD) => match text(tally, database).await {
            Ok(text) => {
                let kind = HeaderValue::from_static(prometheus_text::CONTENT_TYPE);
                response.headers_mut().insert(CONTENT_TYPE, kind);
                *response.body_mut() = Full::from(text);
            }
            Err(error) => {
                tracing::error!(%error, "the figures can't be told");
                *response.status_mut() = StatusCode::INTERNAL_SERVER_ERROR;
            }
        },
        ("/metrics", _) => {
            *response.status_mut() = StatusCode::METHOD_NOT_ALLOWED;
            response.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
        }
        _ => *response.status_mut() = StatusCode::NOT_FOUND,
    }
    Ok(response)
}

async fn text(tally: Tally, database: Arc<Path>) -> Result<String, Box<dyn Error + Send + Sync>> {
    let figures = tokio::task::spawn_blocking(move || Archive::open(&database)?.figures()).await??;
    Ok(tally.text(figures)?)
}
